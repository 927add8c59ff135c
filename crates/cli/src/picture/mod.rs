//! Pictures of levels as PNG files.
//!
//! | file            | content                                                        |
//! |-----------------|----------------------------------------------------------------|
//! | `colour_map`    | colours of levels                                              |
//! | `indexed_image` | an image whose pixels are positions in a palette, and its file |

pub(crate) mod colour_map;
mod indexed_image;

pub(crate) use indexed_image::IndexedImage;
