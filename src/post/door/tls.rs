//! A protected connection to a server whose name its certificate has.

use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::base::Problem;

/// Connects through TLS. `authority` are the certificates, in PEM, that the server's may be signed
/// with; without them it is the system's.
pub(super) fn wrap(
    host: &str,
    stream: TcpStream,
    authority: Option<&[u8]>,
) -> Result<StreamOwned<ClientConnection, TcpStream>, Problem> {
    let failed = |e: &dyn std::fmt::Display| Problem::failed(format!("TLS: {e}"));
    let mut roots = RootCertStore::empty();
    match authority {
        Some(pem) => {
            for certificate in CertificateDer::pem_slice_iter(pem) {
                let certificate = certificate.map_err(|e| failed(&e))?;
                roots.add(certificate).map_err(|e| failed(&e))?;
            }
        }
        None => {
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|e| failed(&e))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let name = ServerName::try_from(host.to_owned()).map_err(|e| failed(&e))?;
    let connection = ClientConnection::new(Arc::new(config), name).map_err(|e| failed(&e))?;
    Ok(StreamOwned::new(connection, stream))
}
