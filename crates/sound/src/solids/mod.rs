//! Things that touch.

pub mod brake;
pub mod friction;
mod hand;
pub mod impact;
pub mod mount;
pub mod rubbing;
pub mod squeak;
pub mod surfaces;

pub use brake::Brake;
pub use friction::Rubbed;
pub use impact::Impact;
pub use mount::Mount;
pub use rubbing::Rubbing;
pub use squeak::Squeak;
pub use surfaces::Surfaces;
