/**
 * How the time of a frame is known: by the server's clock; by its arrival, which came as it was sent; not at all, because it was
 * sent at another time than it arrived.
 */
export type FrameTimeSource = 'server' | 'seen' | 'unknown';
