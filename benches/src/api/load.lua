-- Sends the first argument as the body of a POST, if there is one, and prints what was counted as JSON.

function init(arguments)
   if arguments[1] then
      wrk.method = "POST"
      wrk.body = arguments[1]
      wrk.headers["Content-Type"] = "application/json"
   end
end

function done(summary, latency, requests)
   local errors = summary.errors
   io.write(string.format(
      '{"requests":%d,"micros":%d,"refused":%d,"broken":%d}\n',
      summary.requests, summary.duration, errors.status,
      errors.connect + errors.read + errors.write + errors.timeout
   ))
end
