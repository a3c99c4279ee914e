//! The processor time of processes, from `/proc`.

use std::fs;
use std::time::Duration;

/// The unit of times in `/proc/PID/stat`: Linux has 100 a second on every architecture that it reports them for.
const UNIT: Duration = Duration::from_millis(10);

struct Process {
    id: u32,
    parent: u32,
    /// Its own time, and that of its children that have ended.
    own: Duration,
    ended: Duration,
}

/// The processor time of a process without its children.
pub fn own(id: u32) -> Duration {
    read(id).map(|process| process.own).unwrap_or_default()
}

/// The processor time of all children of a process and of theirs, also of those that have ended.
pub fn children(id: u32) -> Duration {
    let ids = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let all: Vec<Process> = ids.filter_map(read).collect();
    let ended = read(id).map(|process| process.ended).unwrap_or_default();
    ended + below(id, &all)
}

fn below(id: u32, all: &[Process]) -> Duration {
    let children = all.iter().filter(|process| process.parent == id);
    children
        .map(|child| child.own + child.ended + below(child.id, all))
        .sum()
}

/// `None` for a process that has ended.
fn read(id: u32) -> Option<Process> {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program, in parentheses, may contain anything.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let time = |field: usize| Some(UNIT * fields.get(field)?.parse::<u32>().ok()?);
    Some(Process {
        id,
        parent: fields.get(1)?.parse().ok()?,
        own: time(11)? + time(12)?,
        ended: time(13)? + time(14)?,
    })
}
