//! Drops privileges: a process that parses untrusted input needs only memory, the clock and its two pipes.
//!
//! On Linux, three layers: resource limits (memory, open files, no core dump), Landlock (no file, no connection; Linux 5.13
//! and later, see `landlock(7)`) and a seccomp filter (only the calls that computing and pipes need; see `seccomp(2)`).
//! Elsewhere the resource limits alone. All of them last until the process ends, and no call takes them back.

use std::error::Error;

use rustix::process::{Resource, Rlimit, nice, setrlimit};
use serde::{Deserialize, Serialize};

/// Standard input, output and error, and none to spare.
const MAX_FILES: u64 = 3;

/// Below the service, which answers people: under load a third of a core's time for each one that the service gets
/// (`sched(7)`).
const NICENESS: i32 = 5;

/// Which rights a process gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// It can't open, create, move or delete a file (Landlock).
    pub files: bool,
    /// It can't make a system call that it does not need: no connection, no process, no thread (seccomp).
    pub calls: bool,
}

impl Confinement {
    /// Whether both layers are in force.
    pub fn is_complete(self) -> bool {
        self.files && self.calls
    }
}

/// Closes the descriptors that this process inherited, except the standard streams. Call it before this process opens any of its
/// own. It needs Linux with `/proc`, and does nothing elsewhere.
pub fn close_inherited() {
    system::close_inherited();
}

/// Confines this process for the rest of its life. Call it before any thread is started: the layers are of the thread that
/// calls, and of those that it starts later.
///
/// A layer that this system lacks is left out, and the result says so. Fails if a layer is there and can't be used.
pub fn confine(memory_bytes: u64) -> Result<Confinement, Box<dyn Error>> {
    let files = system::give_up_files()?;
    for (resource, most) in [
        (Resource::Core, 0),
        (Resource::Nofile, MAX_FILES),
        (Resource::Fsize, 0),
        (Resource::As, memory_bytes),
    ] {
        let (current, maximum) = (Some(most), Some(most));
        setrlimit(resource, Rlimit { current, maximum })?;
    }
    nice(NICENESS)?;
    // Last: it refuses the calls above, too.
    let calls = system::give_up_calls()?;
    Ok(Confinement { files, calls })
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system {
    use std::collections::BTreeMap;
    use std::error::Error;
    use std::os::fd::RawFd;

    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetStatus, Scope,
    };
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    };

    /// What computing on bytes from a pipe needs: memory, locks, the clock, random numbers for hash tables, signals of a
    /// crash, and the end.
    const CALLS: &[libc::c_long] = &[
        libc::SYS_read,
        libc::SYS_write,
        libc::SYS_writev,
        libc::SYS_close,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_munmap,
        libc::SYS_mremap,
        libc::SYS_madvise,
        libc::SYS_brk,
        libc::SYS_futex,
        libc::SYS_sched_yield,
        libc::SYS_sched_getaffinity,
        libc::SYS_clock_gettime,
        libc::SYS_clock_nanosleep,
        libc::SYS_getrandom,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sigaltstack,
        libc::SYS_getpid,
        libc::SYS_gettid,
        libc::SYS_exit,
        libc::SYS_exit_group,
    ];

    /// The newest version whose rights this build knows; an older kernel takes those that it knows.
    const LANDLOCK: ABI = ABI::V6;

    pub(super) fn close_inherited() {
        let open = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
        let open = open.filter_map(|entry| entry.file_name().to_str()?.parse::<RawFd>().ok());
        // Collected first: the folder itself is in the list, and is closed by then.
        for descriptor in open.filter(|descriptor| *descriptor > 2).collect::<Vec<_>>() {
            let _ = nix::unistd::close(descriptor);
        }
    }

    pub(super) fn give_up_files() -> Result<bool, Box<dyn Error>> {
        let status = Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(AccessFs::from_all(LANDLOCK))?
            .handle_access(AccessNet::from_all(LANDLOCK))?
            .scope(Scope::from_all(LANDLOCK))?
            .create()?
            .restrict_self()?;
        Ok(status.ruleset != RulesetStatus::NotEnforced)
    }

    pub(super) fn give_up_calls() -> Result<bool, Box<dyn Error>> {
        let mut allowed: BTreeMap<_, _> = CALLS.iter().map(|call| (*call, Vec::new())).collect();
        // `abort` sends a signal to this process. Others of the same user must get none.
        let own = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, std::process::id().into())?;
        allowed.insert(libc::SYS_tgkill, vec![SeccompRule::new(vec![own])?]);
        // A refused call fails as one without the right does. Killing the process would turn a library's harmless question,
        // such as the number of cores, into a lost document.
        let refused = SeccompAction::Errno(u32::try_from(libc::EPERM)?);
        let filter = SeccompFilter::new(
            allowed,
            refused,
            SeccompAction::Allow,
            std::env::consts::ARCH.try_into()?,
        )?;
        let program: BpfProgram = filter.try_into()?;
        match seccompiler::apply_filter(&program) {
            Ok(()) => Ok(true),
            // A kernel without the call, or without filters: see ERRORS in seccomp(2).
            Err(seccompiler::Error::Seccomp(error))
                if matches!(error.raw_os_error(), Some(libc::ENOSYS | libc::EINVAL)) =>
            {
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
#[allow(clippy::unnecessary_wraps, reason = "the layers of Linux can fail")]
mod system {
    use std::error::Error;

    pub(super) fn close_inherited() {}

    pub(super) fn give_up_files() -> Result<bool, Box<dyn Error>> {
        Ok(false)
    }

    pub(super) fn give_up_calls() -> Result<bool, Box<dyn Error>> {
        Ok(false)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io;
    use std::net::TcpStream;
    use std::os::fd::AsRawFd;
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::Command;
    use std::thread;

    use rustix::io::{FdFlags, fcntl_setfd};
    use rustix::process::{getppid, test_kill_process};

    use super::*;

    /// Its value is the number of a descriptor that the probe inherits.
    const PROBE: &str = "INVOICES_TEST_CONFINED_PROBE";

    /// Runs in a process of its own, since nobody gets rights back.
    // Shows: Threats | A mail or document takes over the process that reads it | on Linux it can only compute: no file, no connection, no process, no thread (Landlock, seccomp); it is replaced after a thousand assignments
    #[test]
    fn a_confined_process_can_only_compute() {
        if let Ok(inherited) = std::env::var(PROBE) {
            probe(&inherited);
        }
        let file = File::open("/etc/passwd").unwrap();
        fcntl_setfd(&file, FdFlags::empty()).unwrap();
        let probe = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "confine::tests::a_confined_process_can_only_compute",
                "--nocapture",
            ])
            .env(PROBE, file.as_raw_fd().to_string())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&probe.stdout);
        let line = said
            .lines()
            .find_map(|line| line.split_once("probe: "))
            .map(|(_, said)| said);
        assert_eq!(
            line,
            Some(
                "complete; denied: read a file, write a file, connect, start a process, start a thread, signal its parent; \
                 some memory: granted, more memory: refused"
            ),
            "{said}"
        );
        // A refused `abort` ends with another signal.
        assert_eq!(probe.status.signal(), Some(libc::SIGABRT));
    }

    #[allow(clippy::unwrap_used, reason = "a panic fails the test that runs it")]
    fn probe(inherited: &str) {
        let inherited = Path::new("/proc/self/fd").join(inherited);
        assert!(inherited.exists());
        close_inherited();
        assert!(!inherited.exists());
        let parent = getppid().unwrap();
        let confinement = confine(256 * 1024 * 1024).unwrap();
        let tried: [(&str, io::Result<()>); 6] = [
            ("read a file", File::open("/etc/passwd").map(drop)),
            ("write a file", File::create("/tmp/invoices-confined-probe").map(drop)),
            ("connect", TcpStream::connect("127.0.0.1:1").map(drop)),
            ("start a process", Command::new("/bin/true").spawn().map(drop)),
            ("start a thread", thread::Builder::new().spawn(|| {}).map(drop)),
            ("signal its parent", test_kill_process(parent).map_err(io::Error::from)),
        ];
        let denied = tried.iter().filter(|(_, result)| {
            let kind = result.as_ref().err().map(io::Error::kind);
            kind == Some(io::ErrorKind::PermissionDenied)
        });
        let denied: Vec<&str> = denied.map(|(name, _)| *name).collect();
        let [some, more] = [16, 256].map(|mib| {
            let granted = Vec::<u8>::new().try_reserve_exact(mib * 1024 * 1024).is_ok();
            if granted { "granted" } else { "refused" }
        });
        let complete = if confinement.is_complete() {
            "complete"
        } else {
            "not complete"
        };
        println!(
            "probe: {complete}; denied: {}; some memory: {some}, more memory: {more}",
            denied.join(", ")
        );
        std::process::abort();
    }
}
