//! Object stores over the network. Credentials are those of each cloud's own conventions, in the environment.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::azure::{AzureConfigKey, MicrosoftAzureBuilder};
use object_store::gcp::{GoogleCloudStorageBuilder, GoogleConfigKey};
use object_store::path::Path;
use object_store::{
    BackoffConfig, ClientConfigKey, Error, GetOptions, ObjectStore, ObjectStoreExt, PutMode,
    PutOptions, PutPayload, PutResult, RetryConfig, UpdateVersion,
};
use tokio::runtime::{Builder, Runtime};

use super::requests::{Object, Objects};
use crate::base::Problem;

/// Requests that are under way at once.
const AT_ONCE: usize = 16;

/// Names in a page of a list.
const PAGE: usize = 1000;

/// A request that takes longer is made again.
const PATIENCE: &str = "20s";

/// After so many seconds without success a request fails.
const GIVES_UP: u64 = 60;

/// Between two requests for the same.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A bucket or container.
#[derive(Debug)]
pub(super) struct Cloud {
    store: Arc<dyn ObjectStore>,
    /// It runs while somebody waits for an answer, and at no other time.
    runtime: Runtime,
}

impl Cloud {
    pub(super) fn at(url: &str) -> Result<Self, Problem> {
        // Another part of the program may have chosen the same before.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // A store that starts refuses at once: what counts is how long, not how often.
        let retry = RetryConfig {
            backoff: BackoffConfig {
                base: 4.0,
                max_backoff: LONGEST_PAUSE,
                ..BackoffConfig::default()
            },
            max_retries: 1000,
            retry_timeout: Duration::from_secs(GIVES_UP),
        };
        let patience = ClientConfigKey::Timeout;
        let unfit = |e: Error| {
            Problem::usage(format!("the object store cannot be opened: {}", told(&e))).at(url).hint(
                "the credentials are those of the cloud's own tools, in the environment: docs/store.md",
            )
        };
        let store: Arc<dyn ObjectStore> = match url.split_once("://") {
            Some(("az", _)) => Arc::new(
                MicrosoftAzureBuilder::from_env()
                    .with_url(url)
                    .with_config(AzureConfigKey::Client(patience), PATIENCE)
                    .with_retry(retry)
                    .build()
                    .map_err(unfit)?,
            ),
            Some(("gs", _)) => Arc::new(
                GoogleCloudStorageBuilder::from_env()
                    .with_url(url)
                    .with_config(GoogleConfigKey::Client(patience), PATIENCE)
                    .with_retry(retry)
                    .build()
                    .map_err(unfit)?,
            ),
            _ => Arc::new(
                AmazonS3Builder::from_env()
                    .with_url(url)
                    .with_config(AmazonS3ConfigKey::Client(patience), PATIENCE)
                    .with_retry(retry)
                    .build()
                    .map_err(unfit)?,
            ),
        };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|e| Problem::failed(format!("no threads: {e}")))?;
        Ok(Self { store, runtime })
    }

    fn put(&self, key: &str, bytes: &[u8], mode: PutMode) -> Result<Option<String>, Problem> {
        let payload = PutPayload::from(bytes.to_owned());
        let is_new = mode == PutMode::Create;
        let options = PutOptions::from(mode);
        match self.runtime.block_on(self.store.put_opts(&Path::from(key), payload, options)) {
            Ok(PutResult { e_tag, version, .. }) => Ok(Some(joined(e_tag, version))),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. }) => Ok(None),
            // Where something new is made it is the bucket that is not there.
            Err(Error::NotFound { .. }) if !is_new => Ok(None),
            Err(e) => Err(failed(key, &e)),
        }
    }

    async fn got(&self, key: &str) -> Result<Option<Object>, Problem> {
        let read = async {
            let found = self.store.get_opts(&Path::from(key), GetOptions::default()).await?;
            let version = joined(found.meta.e_tag.clone(), found.meta.version.clone());
            Ok::<_, Error>(Object { bytes: found.bytes().await?.to_vec(), version })
        };
        match read.await {
            Ok(object) => Ok(Some(object)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(e) => Err(failed(key, &e)),
        }
    }
}

impl Objects for Cloud {
    fn get(&self, key: &str) -> Result<Option<Object>, Problem> {
        self.runtime.block_on(self.got(key))
    }

    fn get_all(&self, keys: &[String]) -> Result<Vec<Option<Object>>, Problem> {
        let all = stream::iter(keys).map(|key| self.got(key)).buffered(AT_ONCE);
        self.runtime.block_on(all.try_collect())
    }

    fn create(&self, key: &str, bytes: &[u8]) -> Result<Option<String>, Problem> {
        self.put(key, bytes, PutMode::Create)
    }

    fn replace(&self, key: &str, bytes: &[u8], version: &str) -> Result<Option<String>, Problem> {
        let (e_tag, version) = version.split_once('\n').unwrap_or((version, ""));
        let some = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let old = UpdateVersion { e_tag: some(e_tag), version: some(version) };
        self.put(key, bytes, PutMode::Update(old))
    }

    fn list(
        &self,
        prefix: &str,
        page: &mut dyn FnMut(Vec<String>) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let mut pages = self.store.list(Some(&Path::from(prefix))).try_chunks(PAGE);
        while let Some(found) = self.runtime.block_on(pages.next()) {
            let found = found.map_err(|e| failed(prefix, &e.1))?;
            page(found.into_iter().map(|about| about.location.to_string()).collect())?;
        }
        Ok(())
    }

    fn remove(&self, key: &str) -> Result<(), Problem> {
        match self.runtime.block_on(self.store.delete(&Path::from(key))) {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(e) => Err(failed(key, &e)),
        }
    }
}

/// Some stores know a version by its tag, some by a number.
fn joined(e_tag: Option<String>, version: Option<String>) -> String {
    format!("{}\n{}", e_tag.unwrap_or_default(), version.unwrap_or_default())
}

fn failed(key: &str, error: &Error) -> Problem {
    Problem::failed(format!("the object store did not answer as it should: {}", told(error)))
        .at(key)
}

/// An error without what follows a question mark: an address can have a credential there.
fn told(error: &impl Display) -> String {
    let text = error.to_string();
    let word = |word: &str| word.split('?').next().unwrap_or_default().to_owned();
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}
