//! Jobs, the processes that read, and the schedule.

use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::value::{Days, Minutes, Seconds};

section! {
    /// Jobs.
    PipelineSettings {
        /// The number of jobs that run at the same time.
        workers: usize = 4, range(1..=256, "each takes memory and connections; server.roles selects a process without any");
        /// The number of messages that an ingest fetches at the same time. The quota of an account is used up by fewer.
        fetch_concurrency: usize = 16, constant();
        /// The memory limit for messages and documents in MiB; others wait. A message counts for seven thirds of its size plus
        /// 1 MiB, because it arrives in base64. Two messages of the maximum size must fit.
        bytes_in_flight_mib: u64 = 256, range(170..=1_048_576, "two messages of the maximum size must fit");
        /// How long the answer to an ingest waits until what it stored is read, so that a list right after it is complete. Its
        /// header Ingest-State says `parsing` if that took longer, as an app must expect anyway.
        settle_seconds: Seconds = Seconds::new(15), constant();
        /// The number of messages that an ingest fetches before its job goes back to the queue, so that a long backfill does not
        /// block the jobs of other users.
        ingest_batch_size: usize = 2_000, constant(), former("pipeline.pass_messages");
        /// Whether the mail provider must have authenticated the sender of a message. Other messages are quarantined.
        check_sender: bool = true;
        /// The authserv-id (RFC 8601) whose Authentication-Results are trusted: the one that Gmail writes.
        authserv_id: String = "mx.google.com".into(), constant();
        /// The name server for the keys of DKIM signatures, as address and port. Unset: the system's.
        dns_server: Option<SocketAddr> = None, example("192.0.2.53:53");
        /// The number of attempts to parse a document before its state is failed. What kills three readers kills the fourth.
        parse_attempts: i32 = 3, constant();
        /// The lease of a claimed job, which its worker renews. When it expires, another worker can claim the job: a shorter one
        /// would not outlast a restart of the database, and jobs of a killed process wait for a longer one.
        lease_seconds: Seconds = Seconds::new(120), constant();
        /// The age of unfinished work that the sweeper enqueues again: older than any job that still runs.
        sweep_after_minutes: Minutes = Minutes::new(10), constant();
        /// How long finished jobs are kept, so that events are recognised, which are repeated within a day.
        job_retention_days: Days = Days::new(7), constant(), former("pipeline.keep_jobs_days");
    }
}

section! {
    /// The processes that read mails and documents.
    ReaderSettings {
        /// The program of these processes. Unset: this program.
        program: Option<PathBuf> = None, example("/usr/local/bin/invoices");
        /// The number of these processes. 0: one per core and one more. A user keeps all but one of them busy.
        concurrency: usize = 0, range(0..=1_024, "each is a process");
        /// The time limit of one mail or document.
        timeout_seconds: Seconds = Seconds::new(20),
            range(1..=3_600, "a document needs time, and others wait for the process"), former("reader.cpu_seconds");
        /// The limit on the memory of one process, in MiB. At rest it takes 13 to 28, and few documents need more.
        memory_mib: u64 = 512, range(128..=65_536, "with less, a process can't parse a large PDF");
        /// Number of mails and documents after which a process is replaced, in case a library leaks memory.
        renew_after: u32 = 1_000, constant();
        /// "available": a process drops the privileges that the system allows; a missing layer is a warning at start.
        /// "required": a missing layer is an error at start. Linux has Landlock since 5.13 and seccomp filters since 3.17.
        confine: Confine = Confine::default();
    }
}

/// What a child must give up before it reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Confine {
    /// What the system offers. A layer that it lacks is a warning at start.
    #[default]
    Available,
    /// Everything. A system that lacks a layer is an error at start.
    Required,
}

section! {
    /// How long rows are kept that no invoice needs.
    RetentionSettings {
        /// How long notifications are kept after they were sent, read or not. What they state is in the invoices. 0: for ever.
        notifications_days: Days = Days::new(1_095), range(0..=36_500, "0 means for ever, and the maximum is 100 years");
        /// How long mails of vendors that are no invoices are kept with their originals. Until then, `invoices reparse` may still
        /// find an invoice in one with better parsers. A removed mail is never fetched again. 0: for ever.
        non_invoices_days: Days = Days::new(0), range(0..=36_500, "0 means for ever, and the maximum is 100 years");
        /// How long the log of acts of operators is kept, and invitations after they were used or expired: both have addresses.
        /// 0: for ever.
        administration_days: Days = Days::new(1_095), range(0..=36_500, "0 means for ever, and the maximum is 100 years");
    }
}

section! {
    /// Scheduled runs.
    ScheduleSettings {
        /// The ingest of every user's latest rental invoice.
        rental_latest: String = "0 30 8 * * Mon-Fri".into();
        /// The retail ingest of every user, and the rental ingest of all months, which finds the notices that the others leave.
        retail: String = "0 0 6 * * Mon".into();
        /// The sweeper, which enqueues unfinished work again. It looks at little, and more often than work is given up for lost.
        sweep: String = "0 */5 * * * *".into(), constant();
        /// The minutes over which the ingests of all users are spread; a user's ingest always starts in the same minute. 0: all
        /// at once.
        spread_minutes: u16 = 0, range(0..=240, "the ingests of a day must end on that day");
    }
}
