//! The workers of a process. No other module decides which there are.

use std::sync::Arc;

use invoices_app::{App, Worker};
use invoices_db::Pool;
use invoices_settings::Config;
use tokio_util::sync::CancellationToken;

/// The number of messages to webhooks that are sent at the same time.
const DELIVERY_WORKERS: usize = 2;

/// The workers of every pool. They release their jobs once `abandon` is cancelled.
pub(super) fn workers(config: &Config, app: &App, abandon: &CancellationToken) -> Vec<Arc<Worker>> {
    let start = |pool| {
        let worker = Worker::of_pool(app.clone(), pool).abandoning(abandon.clone());
        Arc::new(worker.sharing(share(config, pool)))
    };
    let pools = Pool::ALL.iter().copied();
    pools
        .flat_map(|pool| std::iter::repeat_n(pool, size(config, pool)))
        .map(start)
        .collect()
}

/// How many workers of a pool a user may keep busy: in all replicas together as many as leave one in each to the others.
fn share(config: &Config, pool: Pool) -> i64 {
    let of_replica = i64::try_from(size(config, pool)).unwrap_or(i64::MAX);
    of_replica
        .saturating_sub(1)
        .max(1)
        .saturating_mul(i64::from(config.server.replicas.max(1)))
}

/// How many workers a pool has.
fn size(config: &Config, pool: Pool) -> usize {
    match pool {
        Pool::Own => config.pipeline.workers.max(1),
        Pool::Deliveries => DELIVERY_WORKERS,
    }
}
