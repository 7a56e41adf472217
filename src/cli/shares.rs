//! The office in shares: made, passed on, put together.

use std::path::{Path, PathBuf};

use secrecy::ExposeSecret;
use serde_json::json;

use super::context::{CAMPAIGN_SECRET, Context, KeyArgs, MODERATOR_KEY, PlayerArgs, keys_beside};
use crate::base::Problem;
use crate::campaign::world;
use crate::cli::terminal::tell;
use crate::referee::moderator::hand_over::Person;
use crate::referee::moderator::shares;
use crate::seal::PlayerPublic;

fn person(path: &Path) -> Result<Person, Problem> {
    let file = PlayerPublic::read(&world::read(path)?);
    file.and_then(|file| Person::of(file, None)).map_err(|p| p.at(path.display()))
}

/// Writes a share for each of these people.
pub(super) fn share(
    context: &Context,
    people: &[PathBuf],
    threshold: u8,
    folder: &Path,
    keys: &KeyArgs,
) -> Result<(), Problem> {
    let persons: Vec<Person> = people.iter().map(|path| person(path)).collect::<Result<_, _>>()?;
    world::outside_campaigns(&folder.join("share"))?;
    let file = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        folder.join(format!("{stem}.share.age"))
    };
    let files: Vec<PathBuf> = people.iter().map(file).collect();
    if let Some(old) = files.iter().find(|path| path.exists()) {
        return Err(Problem::usage("there is such a file already").at(old.display()));
    }
    let mut desk = context.desk(keys)?;
    let made = shares::split(&mut desk, &persons, threshold, world::entropy()?, world::now()?)?;
    world::make_private_folder(folder)?;
    for (path, share) in files.iter().zip(&made) {
        world::write_new(path, share, true)?;
    }
    let paths: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    let lines = paths.iter().map(|path| format!("share     {path}"));
    let words = lines.collect::<Vec<_>>().join("\n") + "\n";
    context.answer(&words, &json!({ "shares": paths, "threshold": threshold }))?;
    tell!(
        "next: send each their share; any {threshold} of them can act as you, so choose with care"
    );
    Ok(())
}

/// Encrypts a share again, to whoever puts shares together.
pub(super) fn pass_on(
    context: &Context,
    share: &Path,
    to: &Path,
    output: &Path,
    player: &PlayerArgs,
) -> Result<(), Problem> {
    let key = Context::player(player)?;
    let to = person(to)?;
    let passed = shares::passed_on(&world::read(share)?, &key, &to.recipient);
    let passed = passed.map_err(|p| p.at(share.display()))?;
    world::write_new(output, &passed, true)?;
    let path = output.display().to_string();
    context.answer(&format!("share     {path}\n"), &json!({ "share": path, "to": to.name }))
}

/// Takes up the office with enough shares.
pub(super) fn combine(
    context: &Context,
    files: &[PathBuf],
    player: &PlayerArgs,
    folder: Option<&PathBuf>,
) -> Result<(), Problem> {
    let key = Context::player(player)?;
    let read = |path: &PathBuf| {
        shares::opened(&world::read(path)?, &key).map_err(|p| p.at(path.display()))
    };
    let all = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let store = context.store()?;
    let beside = keys_beside(store.root());
    let folder = folder.unwrap_or(&beside);
    let keys = shares::combine(store, &all, context.shelf)?;
    world::make_private_folder(folder)?;
    for (name, secret) in
        [(MODERATOR_KEY, keys.signing.write()), (CAMPAIGN_SECRET, keys.secret.write())]
    {
        world::write_new(&folder.join(name), secret.expose_secret().as_bytes(), true)?;
    }
    let folder = folder.display().to_string();
    context.answer(&format!("keys      {folder}\n"), &json!({ "keys": folder }))?;
    tell!("next: `adjutant office hand-over` to a key that one person has");
    Ok(())
}
