/**
 * An embedded image that is safe to display: nothing is fetched, and only bitmaps, because an SVG is a
 * document and can contain scripts.
 */
export const safeImageUrl = /^data:image\/(png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/=\s]+$/;
