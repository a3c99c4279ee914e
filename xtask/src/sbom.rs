//! The program's bill of materials: every crate that is compiled into it, as `CycloneDX` 1.5.
//!
//! It has no time and no serial number, so that the same sources give the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use serde_json::{Value, json};

use crate::{Result, root};

/// The package of the program.
const PROGRAM: &str = "invoices-server";

/// Writes the file and prints the number of components.
pub fn run(file: &Path) -> Result<()> {
    let file = root().join(file);
    let host = host()?;
    let mut command = MetadataCommand::new();
    let options = ["--locked".to_owned(), "--filter-platform".to_owned(), host];
    let metadata = command.current_dir(root()).other_options(options).exec()?;
    let lock: toml::Table = fs::read_to_string(root().join("Cargo.lock"))?.parse()?;
    let bill = bill(&metadata, &checksums(&lock))?;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&file, format!("{bill:#}\n"))?;
    let components = bill["components"].as_array().map_or(0, Vec::len);
    println!("{}: {components} components", file.display());
    Ok(())
}

/// The platform of this machine. Other platforms have other dependencies.
fn host() -> Result<String> {
    let output = std::process::Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc -vV has no line with the host")?.to_owned())
}

/// The SHA-256 of each crate of a registry, by name and version.
fn checksums(lock: &toml::Table) -> BTreeMap<(String, String), String> {
    let packages = lock.get("package").and_then(toml::Value::as_array);
    let text = |package: &toml::Value, key: &str| Some(package.get(key)?.as_str()?.to_owned());
    let known = packages.into_iter().flatten().filter_map(|package| {
        let name = (text(package, "name")?, text(package, "version")?);
        Some((name, text(package, "checksum")?))
    });
    known.collect()
}

fn bill(metadata: &Metadata, checksums: &BTreeMap<(String, String), String>) -> Result<Value> {
    let program = metadata.packages.iter().find(|package| package.name == PROGRAM);
    let program = program.ok_or_else(|| format!("there is no package {PROGRAM}"))?;
    let links = links(metadata, &program.id);
    let components = metadata
        .packages
        .iter()
        .filter(|package| package.id != program.id && links.contains_key(&package.id))
        .map(|package| component(package, "library", checksums))
        .collect::<Vec<_>>();
    let reference = |id: &PackageId| metadata.packages.iter().find(|package| package.id == *id).map(purl);
    let dependencies = links.iter().map(|(id, on)| {
        let on: BTreeSet<_> = on.iter().filter_map(reference).collect();
        json!({"ref": reference(id), "dependsOn": on})
    });
    Ok(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(program, "application", checksums)},
        "components": components,
        "dependencies": dependencies.collect::<Vec<_>>(),
    }))
}

/// Every package that is compiled for the program, with its dependencies. Development dependencies are left out.
fn links(metadata: &Metadata, program: &PackageId) -> BTreeMap<PackageId, BTreeSet<PackageId>> {
    let nodes = metadata.resolve.iter().flat_map(|resolve| &resolve.nodes);
    let nodes: BTreeMap<_, _> = nodes.map(|node| (&node.id, node)).collect();
    let mut links = BTreeMap::new();
    let mut open = vec![program.clone()];
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(&id).filter(|_| !links.contains_key(&id)) else {
            continue;
        };
        let mut used = node.deps.clone();
        used.retain(|on| on.dep_kinds.iter().any(|kind| kind.kind != DependencyKind::Development));
        let used: BTreeSet<_> = used.into_iter().map(|on| on.pkg).collect();
        open.extend(used.iter().cloned());
        links.insert(id, used);
    }
    links
}

fn component(package: &Package, kind: &str, checksums: &BTreeMap<(String, String), String>) -> Value {
    let mut component = json!({
        "type": kind,
        "bom-ref": purl(package),
        "name": package.name,
        "version": package.version,
        "purl": purl(package),
    });
    if let Some(text) = &package.description {
        component["description"] = json!(text.trim());
    }
    if let Some(licence) = &package.license {
        // Older crates write a slash for `OR`.
        component["licenses"] = json!([{"expression": licence.replace('/', " OR ")}]);
    }
    if let Some(sum) = checksums.get(&(package.name.to_string(), package.version.to_string())) {
        component["hashes"] = json!([{"alg": "SHA-256", "content": sum}]);
    }
    component
}

fn purl(package: &Package) -> String {
    format!("pkg:cargo/{}@{}", package.name, package.version)
}

#[cfg(test)]
mod tests {
    use super::*;

    // Shows: Threats | A dependency has a known vulnerability, a foreign source or an unsuitable licence | `cargo xtask supply`, in every test run
    #[test]
    fn dependencies_of_the_program_are_listed_and_those_of_tests_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bill.json");
        run(&file).unwrap();
        let bill: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
        let components = bill["components"].as_array().unwrap();
        let named = |name: &str| components.iter().find(|component| component["name"] == name);
        let argon2 = named("argon2").unwrap();
        assert_eq!(argon2["hashes"][0]["content"].as_str().unwrap().len(), 64);
        assert_eq!(argon2["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert!(
            named("parser-grocery").is_some(),
            "parsers that register themselves are included"
        );
        assert!(named("proptest").is_none());

        let listed: BTreeSet<_> = components
            .iter()
            .map(|component| component["bom-ref"].as_str())
            .collect();
        for dependency in bill["dependencies"].as_array().unwrap() {
            for on in dependency["dependsOn"].as_array().unwrap() {
                assert!(listed.contains(&on.as_str()), "{on} is not listed");
            }
        }
        let first = fs::read(&file).unwrap();
        run(&file).unwrap();
        assert_eq!(fs::read(&file).unwrap(), first);
    }
}
