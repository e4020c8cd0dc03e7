import { describe, expect, it } from 'vitest';
import { toThreadStorage } from './read-thread-storage.ts';

const nothing = { count: null, bytes: null };

describe('the storage of a thread', () => {
  it('lists the largest channel first and one of unknown size last', () => {
    const byChannel = { small: { versions: 2, bytes: 10 }, odd: null, large: { versions: 1, bytes: 900 } };
    const wire = {
      total_bytes: 1000,
      checkpoints: { count: 3, bytes: 80 },
      channel_values: { count: 3, bytes: 910, by_channel: byChannel },
      pending_writes: { count: 1, bytes: 10 },
    };
    expect(toThreadStorage(wire)).toEqual({
      totalBytes: 1000,
      checkpoints: { count: 3, bytes: 80 },
      channelValues: { count: 3, bytes: 910 },
      pendingWrites: { count: 1, bytes: 10 },
      channels: [
        { name: 'large', versions: 1, bytes: 900 },
        { name: 'small', versions: 2, bytes: 10 },
        { name: 'odd', versions: null, bytes: null },
      ],
      moreChannels: 0,
    });
  });

  it('is unknown where the server sends no count', () => {
    const wire = {
      total_bytes: '12',
      checkpoints: { count: -1, bytes: 1.5 },
      channel_values: { count: 1e300, bytes: null, by_channel: ['a'] },
      pending_writes: 'none',
    };
    const unknown = {
      totalBytes: null,
      checkpoints: nothing,
      channelValues: nothing,
      pendingWrites: nothing,
      channels: null,
      moreChannels: 0,
    };
    expect(toThreadStorage(wire)).toEqual(unknown);
    expect(toThreadStorage('no object')).toEqual(unknown);
  });

  it('lists the 500 largest of 10,000 channels, with short names, and counts the others', () => {
    const byChannel = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`${index}-${'n'.repeat(5000)}`, { bytes: index }]),
    );
    const { channels, moreChannels } = toThreadStorage({ channel_values: { by_channel: byChannel } });
    expect([channels?.length, moreChannels]).toEqual([500, 9500]);
    expect(channels?.[0]).toMatchObject({ bytes: 9999, versions: null });
    expect(channels?.[0]?.name).toHaveLength(1000);
  });

  it('has a channel called like a member of every object', () => {
    const byChannel: unknown = JSON.parse('{"__proto__":{"bytes":3},"constructor":{"bytes":2}}');
    const { channels } = toThreadStorage({ channel_values: { by_channel: byChannel } });
    expect(channels?.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });
});
