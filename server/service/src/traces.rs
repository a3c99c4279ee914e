//! Traces: spans by OTLP over HTTP ([specification](https://opentelemetry.io/docs/specs/otlp/)).
//!
//! A request, or a tick of the schedule, begins a trace. The jobs that it enqueues are parts of it, in whichever process they run,
//! with their calls to the mail provider, the documents that are read and the notification. Only spans are exported: log lines
//! stay where they are.

use std::collections::HashMap;
use std::time::Duration;

use invoices_db::trace;
use invoices_settings::TracesSettings;
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{TraceContextExt, TracerProvider};
use opentelemetry::{Context, KeyValue};
use opentelemetry_otlp::{ExporterBuildError, Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SdkTracerProvider};
use secrecy::ExposeSecret;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// The key of a position among the headers of W3C Trace Context.
const TRACEPARENT: &str = "traceparent";
/// The time limit of an export, and of the last one at the end.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The export of traces. It goes on in the background until it is stopped.
#[derive(Default)]
pub struct Traces(Option<SdkTracerProvider>);

impl Traces {
    /// Starts the export that the settings ask for. A collector that does not answer isn't an error: its traces are lost.
    pub fn start(settings: &TracesSettings) -> Result<Self, ExporterBuildError> {
        let Some(endpoint) = &settings.endpoint else {
            return Ok(Traces::default());
        };
        let token = settings.token.as_ref().map(ExposeSecret::expose_secret);
        let headers = token.map(|token| ("authorization".to_owned(), format!("Bearer {token}")));
        let exporter = SpanExporter::builder()
            .with_http()
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .with_timeout(TIMEOUT)
            .with_headers(headers.into_iter().collect())
            .build()?;
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let service = Resource::builder()
            .with_service_name("invoices")
            .with_attribute(version);
        // A job is exported if what enqueued it is.
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(settings.sampled)));
        let provider = SdkTracerProvider::builder()
            .with_resource(service.build())
            .with_sampler(sampler)
            .with_batch_exporter(exporter)
            .build();
        trace::install(Box::new(Positions));
        Ok(Traces(Some(provider)))
    }

    /// What hands the spans of this service over.
    pub(crate) fn layer<S: Subscriber + for<'a> LookupSpan<'a>>(&self) -> Option<impl Layer<S> + use<S>> {
        let tracer = self.0.as_ref()?.tracer("invoices");
        let layer = tracing_opentelemetry::layer().with_tracer(tracer);
        Some(layer.with_filter(filter_fn(is_ours)).with_filter(LevelFilter::INFO))
    }

    /// Exports what is left, and ends.
    pub async fn stop(self) {
        let Some(provider) = self.0 else { return };
        let stopped = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(TIMEOUT)).await;
        if let Ok(Err(error)) = stopped {
            tracing::warn!(%error, "failed to export the last traces");
        }
    }
}

/// Spans of other crates don't concern the operator.
fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.is_span() && metadata.target().starts_with("invoices")
}

/// Positions as `tracing-opentelemetry` keeps them.
struct Positions;

impl trace::Traces for Positions {
    fn position(&self, span: &Span) -> Option<String> {
        let context = span.context();
        if !context.span().span_context().is_valid() {
            return None;
        }
        let mut headers = HashMap::new();
        TraceContextPropagator::new().inject_context(&context, &mut headers);
        headers.remove(TRACEPARENT)
    }

    fn continue_from(&self, span: &Span, traceparent: &str) {
        let headers = HashMap::from([(TRACEPARENT.to_owned(), traceparent.to_owned())]);
        let position = TraceContextPropagator::new().extract_with_context(&Context::new(), &headers);
        // It fails only for a span that is not recorded.
        let _ = span.set_parent(position);
    }
}
