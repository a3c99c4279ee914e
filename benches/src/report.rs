//! The figures of a benchmark: printed as they come, and written as JSON at the end.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Result, root};

/// The sides that were measured in turn, each once a round.
#[derive(Serialize)]
pub struct Figure {
    /// What was measured.
    name: String,
    /// The unit of the values.
    unit: String,
    /// The values of each side, ours first.
    sides: Vec<Side>,
}

#[derive(Serialize)]
struct Side {
    name: String,
    #[serde(flatten)]
    values: Spread,
    /// Our value relative to this side's, from the two values of each round: other load on the machine affects both.
    #[serde(skip_serializing_if = "Option::is_none")]
    ratio: Option<Spread>,
}

/// The middle of some values, and the lowest and the highest.
#[derive(Clone, Copy, Serialize)]
struct Spread {
    median: f64,
    lowest: f64,
    highest: f64,
}

impl Spread {
    /// `None` without values.
    fn of(mut values: Vec<f64>) -> Option<Self> {
        values.sort_by(f64::total_cmp);
        let middle = values.len().checked_sub(1)? / 2;
        Some(Spread {
            median: *values.get(middle)?,
            lowest: *values.first()?,
            highest: *values.last()?,
        })
    }
}

/// The median of some values; NaN without values.
pub fn median(values: &[f64]) -> f64 {
    Spread::of(values.to_vec()).map_or(f64::NAN, |spread| spread.median)
}

impl Figure {
    /// The figures of `sides`, ours first. Each has one value a round; one without values is left out.
    pub fn new(name: &str, unit: &str, sides: &[(&str, Vec<f64>)]) -> Self {
        let own = sides.first().map(|(_, values)| values.as_slice()).unwrap_or_default();
        let side = |(number, (name, values)): (usize, &(&str, Vec<f64>))| {
            // To nothing there is no ratio.
            let ratios = own.iter().zip(values).map(|(own, other)| own / other);
            let ratios = ratios.filter(|ratio| ratio.is_finite());
            Some(Side {
                name: (*name).to_owned(),
                values: Spread::of(values.clone())?,
                ratio: (number > 0).then(|| Spread::of(ratios.collect())).flatten(),
            })
        };
        Figure {
            name: name.to_owned(),
            unit: unit.to_owned(),
            sides: sides.iter().enumerate().filter_map(side).collect(),
        }
    }

    fn print(&self) {
        for (number, side) in self.sides.iter().enumerate() {
            let name = if number == 0 { self.name.as_str() } else { "" };
            let Spread {
                median,
                lowest,
                highest,
            } = side.values;
            let ratio = side.ratio.map(|ratio| {
                let Spread {
                    median,
                    lowest,
                    highest,
                } = ratio;
                format!("   {median:.2} × ({lowest:.2} to {highest:.2})")
            });
            let values = format!(
                "{} {} ({} to {})",
                short(median),
                self.unit,
                short(lowest),
                short(highest)
            );
            println!("{name:<52} {:<22} {values:<32}{}", side.name, ratio.unwrap_or_default());
        }
    }
}

/// With three digits, or all that are before the point.
pub fn short(value: f64) -> String {
    match value.abs() {
        100.0.. => format!("{value:.0}"),
        10.0.. => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

/// A value that a benchmark of another crate prints, as a line of JSON.
#[derive(Deserialize)]
struct Line {
    name: String,
    unit: String,
    side: String,
    value: f64,
}

/// The figures of a benchmark.
pub struct Report {
    benchmark: &'static str,
    figures: Vec<Figure>,
}

impl Report {
    pub fn new(benchmark: &'static str) -> Self {
        println!("== {benchmark}: median (lowest to highest); a ratio is ours to the other's");
        Report {
            benchmark,
            figures: vec![],
        }
    }

    /// Prints a figure and keeps it.
    pub fn add(&mut self, figure: Figure) {
        figure.print();
        self.figures.push(figure);
    }

    /// The same for the values that a program printed in each round, sides in the order of the first.
    pub fn add_lines(&mut self, output: &str) -> Result<()> {
        let mut order = vec![];
        let mut figures = BTreeMap::<_, Vec<(String, Vec<f64>)>>::new();
        for line in output.lines().filter(|line| line.starts_with('{')) {
            let Line {
                name,
                unit,
                side,
                value,
            } = serde_json::from_str(line)?;
            let key = (name, unit);
            if !order.contains(&key) {
                order.push(key.clone());
            }
            let sides = figures.entry(key).or_default();
            match sides.iter_mut().find(|(name, _)| *name == side) {
                Some((_, values)) => values.push(value),
                None => sides.push((side, vec![value])),
            }
        }
        for key in order {
            let sides = figures.remove(&key).unwrap_or_default();
            let sides: Vec<_> = sides
                .iter()
                .map(|(name, values)| (name.as_str(), values.clone()))
                .collect();
            self.add(Figure::new(&key.0, &key.1, &sides));
        }
        Ok(())
    }

    /// The median of a side of the first figure with this in its name, if this is the benchmark.
    pub fn median(&self, benchmark: &str, name: &str, side: &str) -> Option<f64> {
        let is_named = |figure: &&Figure| self.benchmark == benchmark && figure.name.contains(name);
        let figure = self.figures.iter().find(is_named)?;
        figure
            .sides
            .iter()
            .find(|known| known.name == side)
            .map(|known| known.values.median)
    }

    /// Writes the figures to `target/bench/BENCHMARK.json`.
    pub fn write(&self) -> Result<()> {
        let folder = root().join("target/bench");
        fs::create_dir_all(&folder)?;
        let file = self.file_in(&folder);
        fs::write(&file, serde_json::to_vec_pretty(&self.figures)?)?;
        println!("written to {}", file.display());
        Ok(())
    }

    fn file_in(&self, folder: &Path) -> PathBuf {
        folder.join(self.benchmark).with_extension("json")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_rounds() {
        let figure = Figure::new(
            "a list",
            "/s",
            &[("service", vec![10.0, 40.0, 30.0]), ("other", vec![5.0, 10.0, 10.0])],
        );
        let [ours, other] = figure.sides.as_slice() else {
            panic!("both sides have values");
        };
        assert_eq!(
            (ours.values.median, ours.values.lowest, ours.values.highest),
            (30.0, 10.0, 40.0)
        );
        assert!(ours.ratio.is_none());
        let ratio = other.ratio.unwrap();
        assert_eq!((ratio.median, ratio.lowest, ratio.highest), (3.0, 2.0, 4.0));
        let figure = Figure::new("calls", "", &[("service", vec![0.0]), ("other", vec![0.0])]);
        assert!(figure.sides.iter().all(|side| side.ratio.is_none()));
    }

    #[test]
    fn lines_are_grouped_by_name_and_side() {
        let mut report = Report::new("storage");
        let output = "noise\n\
            {\"name\":\"b\",\"unit\":\"/s\",\"side\":\"SQLite\",\"value\":2}\n\
            {\"name\":\"a\",\"unit\":\"ms\",\"side\":\"SQLite\",\"value\":1}\n\
            {\"name\":\"b\",\"unit\":\"/s\",\"side\":\"PostgreSQL\",\"value\":4}\n\
            {\"name\":\"b\",\"unit\":\"/s\",\"side\":\"SQLite\",\"value\":8}\n";
        report.add_lines(output).unwrap();
        let names: Vec<_> = report.figures.iter().map(|figure| figure.name.as_str()).collect();
        assert_eq!(names, ["b", "a"]);
        let sides: Vec<_> = report.figures[0].sides.iter().map(|side| side.name.as_str()).collect();
        assert_eq!(sides, ["SQLite", "PostgreSQL"]);
    }
}
