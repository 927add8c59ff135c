//! Things that touch.

pub mod impact;
pub mod rolling;
pub mod scraping;

pub use impact::Impact;
pub use rolling::Rolling;
pub use scraping::Scraping;
