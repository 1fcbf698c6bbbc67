//! Converting the picture of a provider to the one that this site serves: small, square, and encoded again, so that it
//! contains only pixels.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};

/// Width and height of our pictures: twice their largest size on a page.
// docs/decisions/0225
pub const SIDE_PIXELS: u32 = 192;
/// Maximum width and height of the provider's picture. Providers send a few hundred pixels.
const MAX_SIDE: u32 = 4096;
/// Maximum memory for decoding, in bytes.
const MAX_ALLOC: u64 = 96 << 20;
const QUALITY: u8 = 85;

/// Returns the middle of a JPEG or PNG file as a JPEG of [`SIDE_PIXELS`] by [`SIDE_PIXELS`] pixels. Blocks the thread.
///
/// # Errors
/// For other formats, damaged files, and pictures above the limits.
pub fn square(bytes: &[u8]) -> Result<Vec<u8>, ImageError> {
    let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format()?;
    if !matches!(reader.format(), Some(ImageFormat::Jpeg | ImageFormat::Png)) {
        return Err(ImageError::Unsupported(image::error::ImageFormatHint::Unknown.into()));
    }
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOC);
    reader.limits(limits);
    let mut decoder = reader.into_decoder()?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    let small = on_white(&middle(&picture).resize_exact(SIDE_PIXELS, SIDE_PIXELS, FilterType::CatmullRom));
    let mut jpeg = Vec::new();
    small.write_with_encoder(JpegEncoder::new_with_quality(&mut jpeg, QUALITY))?;
    Ok(jpeg)
}

/// Returns the largest square. It is cut before the scaling, which would enlarge a strip of 4096 by 1 pixels to 600 MB.
fn middle(picture: &DynamicImage) -> DynamicImage {
    let (width, height) = (picture.width(), picture.height());
    let side = width.min(height);
    picture.crop_imm((width - side) / 2, (height - side) / 2, side, side)
}

/// Replaces transparency by white, because JPEG has none.
fn on_white(picture: &DynamicImage) -> DynamicImage {
    let mut background = image::RgbaImage::from_pixel(picture.width(), picture.height(), image::Rgba([255; 4]));
    image::imageops::overlay(&mut background, &picture.to_rgba8(), 0, 0);
    DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(background).to_rgb8())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat, pixel: [u8; 4]) -> Vec<u8> {
        let picture = DynamicImage::ImageRgba8(image::RgbaImage::from_pixel(width, height, image::Rgba(pixel)));
        let picture = if format == ImageFormat::Jpeg { DynamicImage::ImageRgb8(picture.to_rgb8()) } else { picture };
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).expect("a file");
        bytes.into_inner()
    }

    fn read(jpeg: &[u8]) -> DynamicImage {
        image::load_from_memory_with_format(jpeg, ImageFormat::Jpeg).expect("a JPEG")
    }

    #[test]
    fn every_picture_becomes_a_square_of_the_same_size() {
        for (width, height) in [(96, 96), (1, 1), (640, 200), (200, 640), (MAX_SIDE, 1)] {
            for format in [ImageFormat::Jpeg, ImageFormat::Png] {
                let made = square(&file(width, height, format, [200, 30, 30, 255])).expect("a picture");
                let made = read(&made).to_rgb8();
                assert_eq!(made.dimensions(), (SIDE_PIXELS, SIDE_PIXELS), "{width} by {height}");
                assert!(made.get_pixel(96, 96).0[0] > 180 && made.get_pixel(96, 96).0[1] < 60);
            }
        }
    }

    #[test]
    fn transparent_pixels_become_white() {
        let made = square(&file(100, 100, ImageFormat::Png, [0, 0, 0, 0])).expect("a picture");
        assert!(read(&made).to_rgb8().get_pixel(96, 96).0.iter().all(|value| *value > 250));
    }

    #[test]
    fn other_files_and_too_large_pictures_are_refused() {
        let good = file(64, 64, ImageFormat::Png, [1, 2, 3, 255]);
        // The header promises 65,535 by 65,535 pixels: 17 GB.
        let mut bomb = good.clone();
        bomb[16..24].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
        let crc = crc32fast::hash(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&crc.to_be_bytes());
        let wide = file(MAX_SIDE + 1, 1, ImageFormat::Png, [0; 4]);
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".to_vec();
        let gif = b"GIF89a\x01\x00\x01\x00\x00\x00\x00;".to_vec();
        for bad in [vec![], b"hello".to_vec(), good[..40].to_vec(), bomb, wide, svg, gif] {
            assert!(square(&bad).is_err(), "{} bytes", bad.len());
        }
    }
}
