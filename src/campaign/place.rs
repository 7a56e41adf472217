//! Directories that others may write into. They are reached part by part and none of them is a link, so
//! what is read and moved lies where its path says.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};

use super::world;
use crate::base::Problem;

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    File,
    Folder,
    Link,
    /// A pipe, a socket or a device.
    Other,
}

/// A directory that is open: whoever replaces a part of its path from then on changes nothing.
#[derive(Debug)]
pub(super) struct Place {
    path: PathBuf,
    folder: system::Folder,
}

impl Place {
    /// Opens a directory. No part of its path may be a link.
    pub(super) fn open(path: &Path) -> Result<Self, Problem> {
        let mut way = PathBuf::new();
        let mut folder = None;
        for part in path.components() {
            way.push(part);
            let next = match (&folder, part) {
                (None, Component::Prefix(_)) => continue,
                (None, Component::RootDir | Component::CurDir) => system::first(&way),
                (None, part) => system::first(Path::new(".")).and_then(|f| f.below(part.as_ref())),
                (Some(above), part) => system::Folder::below(above, part.as_ref()),
            };
            folder = Some(next.map_err(|e| Self::refused(&way, &e))?);
        }
        match folder {
            Some(folder) => Ok(Self { path: path.to_owned(), folder }),
            None => Err(Problem::usage("no directory is given")),
        }
    }

    /// The directory that a file's path leads into, and the file's name there.
    pub(super) fn of_file(path: &Path) -> Result<(Self, OsString), Problem> {
        let Some(name) = path.file_name() else {
            return Err(Problem::usage("this is no file").at(path.display()));
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        Ok((Self::open(folder.unwrap_or(Path::new(".")))?, name.to_owned()))
    }

    /// What a path ends at, and nothing of what a link leads to; none if nothing is there.
    pub(super) fn what(path: &Path) -> Result<Option<What>, Problem> {
        // It ends in `..`, or is the root.
        if path.file_name().is_none() {
            return Self::open(path).map(|_| Some(What::Folder));
        }
        let (place, name) = Self::of_file(path)?;
        place.what_is(&name)
    }

    fn refused(way: &Path, error: &io::Error) -> Problem {
        if way.is_symlink() {
            let real = std::fs::canonicalize(way).unwrap_or_default();
            return Problem::refused("this is a link, and it is not followed")
                .at(way.display())
                .hint(format!("give the place it leads to: {}", real.display()));
        }
        Problem::failed(format!("cannot open: {}", world::why(&error))).at(way.display())
    }

    /// Where something in it lies.
    pub(super) fn at(&self, name: &OsStr) -> PathBuf {
        self.path.join(name)
    }

    /// A directory in it; none if nothing has that name.
    pub(super) fn below(&self, name: &str) -> Result<Option<Self>, Problem> {
        let path = self.path.join(name);
        match self.folder.below(name.as_ref()) {
            Ok(folder) => Ok(Some(Self { path, folder })),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(_) => Err(Problem::refused("this is no directory, and mail is not moved to it")
                .at(path.display())
                .hint("move it away; the program makes the directory itself")),
        }
    }

    /// The same, made if it is not there.
    pub(super) fn made(&self, name: &str) -> Result<Self, Problem> {
        match self.folder.make(name.as_ref()) {
            Err(e) if e.kind() != io::ErrorKind::AlreadyExists => {
                return Err(Problem::failed(format!("cannot create: {}", world::why(&e)))
                    .at(self.path.join(name).display()));
            }
            _ => {}
        }
        self.below(name)?.ok_or_else(|| {
            Problem::failed("this directory vanished").at(self.path.join(name).display())
        })
    }

    /// The names in it, in no order.
    pub(super) fn names(&self) -> Result<Vec<OsString>, Problem> {
        let failed =
            |e| Problem::failed(format!("cannot read: {}", world::why(&e))).at(self.path.display());
        self.folder.names().map_err(failed)
    }

    /// What a name in it stands for; none if nothing has it.
    pub(super) fn what_is(&self, name: &OsStr) -> Result<Option<What>, Problem> {
        match self.folder.what(name) {
            Ok(what) => Ok(Some(what)),
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(self.unread(name, &e)),
        }
    }

    /// Opens a file in it for reading.
    pub(super) fn file(&self, name: &OsStr) -> Result<File, Problem> {
        let file = self.folder.file(name).map_err(|e| self.unread(name, &e))?;
        match file.metadata() {
            Ok(about) if about.is_file() => Ok(file),
            Ok(_) => Err(Problem::refused("this is no file").at(self.at(name).display())),
            Err(e) => Err(self.unread(name, &e)),
        }
    }

    /// Moves a file to another directory, under a name that is free there.
    pub(super) fn move_to(&self, name: &str, to: &Self) -> Result<(), Problem> {
        let numbered = |n: u32| if n == 0 { name.to_owned() } else { format!("{name}.{n}") };
        let taken = |name: &String| !matches!(to.what_is(name.as_ref()), Ok(None));
        let free = (0..u32::MAX).map(numbered).find(|name| !taken(name));
        let free = free.unwrap_or_else(|| name.to_owned());
        self.folder.rename(name.as_ref(), &to.folder, free.as_ref()).map_err(|e| {
            Problem::failed(format!("cannot move: {}", world::why(&e)))
                .at(self.path.join(name).display())
        })
    }

    fn unread(&self, name: &OsStr, error: &io::Error) -> Problem {
        Problem::failed(format!("cannot read: {}", world::why(&error))).at(self.at(name).display())
    }
}

/// By open directories, as systems of this kind have them.
#[cfg(unix)]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::fs::File;
    use std::io;
    use std::os::fd::OwnedFd;
    use std::os::unix::ffi::OsStrExt;
    use std::path::Path;

    use rustix::fs::{
        AtFlags, CWD, Dir, FileType, Mode, OFlags, mkdirat, openat, renameat, statat,
    };

    use super::What;

    #[derive(Debug)]
    pub(super) struct Folder(OwnedFd);

    fn folder(above: impl std::os::fd::AsFd, name: &Path) -> io::Result<Folder> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
        // A directory on the way need not be readable, if the system can do without.
        #[cfg(target_os = "linux")]
        let flags = flags | OFlags::PATH;
        Ok(Folder(openat(above, name, flags, Mode::empty())?))
    }

    pub(super) fn first(path: &Path) -> io::Result<Folder> {
        folder(CWD, path)
    }

    impl Folder {
        pub(super) fn below(&self, name: &OsStr) -> io::Result<Self> {
            folder(&self.0, Path::new(name))
        }

        pub(super) fn make(&self, name: &OsStr) -> io::Result<()> {
            Ok(mkdirat(&self.0, name, Mode::RWXU)?)
        }

        pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
            let flags = OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY;
            let mut names = Vec::new();
            for entry in Dir::new(openat(&self.0, ".", flags, Mode::empty())?)? {
                let name = OsStr::from_bytes(entry?.file_name().to_bytes()).to_owned();
                if name != "." && name != ".." {
                    names.push(name);
                }
            }
            Ok(names)
        }

        pub(super) fn what(&self, name: &OsStr) -> io::Result<What> {
            let about = statat(&self.0, name, AtFlags::SYMLINK_NOFOLLOW)?;
            Ok(match FileType::from_raw_mode(about.st_mode) {
                FileType::RegularFile => What::File,
                FileType::Directory => What::Folder,
                FileType::Symlink => What::Link,
                _ => What::Other,
            })
        }

        /// Without waiting: a pipe would wait for whoever writes into it.
        pub(super) fn file(&self, name: &OsStr) -> io::Result<File> {
            let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC | OFlags::RDONLY;
            Ok(openat(&self.0, name, flags, Mode::empty())?.into())
        }

        pub(super) fn rename(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            Ok(renameat(&self.0, name, &to.0, new)?)
        }
    }
}

/// By paths, each looked at before it is used, where links take rights that players do not have.
#[cfg(not(unix))]
mod system {
    use std::ffi::{OsStr, OsString};
    use std::fs::{self, File};
    use std::io;
    use std::path::{Path, PathBuf};

    use super::What;

    #[derive(Debug)]
    pub(super) struct Folder(PathBuf);

    pub(super) fn first(path: &Path) -> io::Result<Folder> {
        Ok(Folder(path.to_owned()))
    }

    impl Folder {
        pub(super) fn below(&self, name: &OsStr) -> io::Result<Self> {
            let path = self.0.join(name);
            match fs::symlink_metadata(&path)?.is_dir() {
                true => Ok(Self(path)),
                false => Err(io::ErrorKind::NotADirectory.into()),
            }
        }

        pub(super) fn make(&self, name: &OsStr) -> io::Result<()> {
            fs::create_dir(self.0.join(name))
        }

        pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
            fs::read_dir(&self.0)?.map(|entry| Ok(entry?.file_name())).collect()
        }

        pub(super) fn what(&self, name: &OsStr) -> io::Result<What> {
            let kind = fs::symlink_metadata(self.0.join(name))?.file_type();
            Ok(match kind {
                kind if kind.is_symlink() => What::Link,
                kind if kind.is_file() => What::File,
                kind if kind.is_dir() => What::Folder,
                _ => What::Other,
            })
        }

        pub(super) fn file(&self, name: &OsStr) -> io::Result<File> {
            match self.what(name)? {
                What::File => File::open(self.0.join(name)),
                What::Folder | What::Link | What::Other => Err(io::ErrorKind::InvalidInput.into()),
            }
        }

        pub(super) fn rename(&self, name: &OsStr, to: &Self, new: &OsStr) -> io::Result<()> {
            fs::rename(self.0.join(name), to.0.join(new))
        }
    }
}
