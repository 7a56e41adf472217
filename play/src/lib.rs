//! The player's half of Adjutant as a module for a browser: documents in, documents out.
//!
//! The page writes the name of a call and a JSON document into rooms that it asked for with [`room`], and gives both to
//! [`call`]. The answer's place and length come back as one number; the page reads it and gives it back with [`done`].
//! The only thing that the module asks of the page is random bytes.

use std::alloc::Layout;

use adjutant::OURS;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Fills so many bytes with random ones.
    fn entropy(at: *mut u8, len: usize);
}

fn layout(len: usize) -> Layout {
    Layout::array::<u8>(len.max(1)).expect("a document is shorter than all memory")
}

/// A room of so many bytes for the page to write into. [`call`] takes it back.
#[unsafe(no_mangle)]
pub extern "C" fn room(len: usize) -> *mut u8 {
    // SAFETY: the layout is of one byte at least.
    unsafe { std::alloc::alloc_zeroed(layout(len)) }
}

/// Gives back what [`call`] answered.
///
/// # Safety
/// `at` and `len` are those of an answer that was not given back yet.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn done(at: *mut u8, len: usize) {
    // SAFETY: as the caller promises.
    unsafe { std::alloc::dealloc(at, layout(len)) }
}

/// Answers a call: the upper 32 bits of what comes back are the place of the answer, the lower ones its length.
///
/// # Safety
/// Both rooms are of [`room`], with the lengths that it was asked for; they are taken back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(
    name: *mut u8,
    name_len: usize,
    document: *mut u8,
    document_len: usize,
) -> u64 {
    // SAFETY: as the caller promises.
    let read = |at: *mut u8, len: usize| unsafe {
        let bytes = std::slice::from_raw_parts(at, len).to_vec();
        std::alloc::dealloc(at, layout(len));
        bytes
    };
    let (name, document) = (read(name, name_len), read(document, document_len));
    let answer = adjutant::play::call(&String::from_utf8_lossy(&name), &document, OURS);
    let at = room(answer.len());
    // SAFETY: the room is as long as the answer, and nobody else has it.
    unsafe { at.copy_from_nonoverlapping(answer.as_ptr(), answer.len()) };
    ((at as u64) << 32) | answer.len() as u64
}

getrandom_02::register_custom_getrandom!(ask);

fn ask(dest: &mut [u8]) -> Result<(), getrandom_02::Error> {
    // SAFETY: the page writes within these bytes.
    unsafe { entropy(dest.as_mut_ptr(), dest.len()) };
    Ok(())
}

/// What the newer version asks, by its convention for back ends that are not its own.
#[unsafe(no_mangle)]
unsafe extern "Rust" fn __getrandom_v03_custom(
    dest: *mut u8,
    len: usize,
) -> Result<(), getrandom::Error> {
    // SAFETY: the page writes within these bytes.
    unsafe { entropy(dest, len) };
    Ok(())
}
