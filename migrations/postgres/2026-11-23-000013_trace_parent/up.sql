-- Where in which trace the job was enqueued: the `traceparent` of W3C Trace Context.
ALTER TABLE jobs ADD COLUMN trace_parent TEXT;
