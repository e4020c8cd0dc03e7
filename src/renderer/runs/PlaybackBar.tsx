import { Pause, Play, X } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { groupProps } from '../ui/a11y-props.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Select } from '../ui/controls/Select.tsx';
import { durationText } from '../ui/display/format.ts';
import { ErrorNotice } from '../ui/display/ErrorNotice.tsx';
import type { RunLogStore } from './model/run-log-store.ts';
import { useRunSession } from './run-session.ts';
import { createPlayback, playbackSpeeds } from './playback.ts';
import styles from './PlaybackBar.module.css';

export interface PlaybackBarProps {
  readonly source: RunLogStore;
  readonly onClose: () => void;
}

const speeds = playbackSpeeds.map((speed) => ({ value: String(speed), label: `${speed}×` }));

export function PlaybackBar({ source, onClose }: PlaybackBarProps) {
  const session = useRunSession();
  const [playback] = useState(() => createPlayback(source));
  const { atMs, totalMs, speed, isPlaying, problem } = useSyncExternalStore(playback.subscribe, playback.get);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    session.setState({ played: { log: source, playback } });
    toggle.current?.focus();
    playback.play();
    return () => {
      playback.close();
      session.setState({ played: null });
    };
  }, [session, source, playback]);
  const time = `${durationText(atMs)} of ${durationText(totalMs)}`;
  return (
    <div className={styles.bar} {...groupProps('Playback')}>
      {problem === null ? null : <ErrorNotice action="Could not play the run" error={problem} />}
      <div className={styles.controls}>
        <IconButton
          ref={toggle}
          size="small"
          side="top"
          label={isPlaying ? 'Pause' : 'Play'}
          icon={isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
          onClick={isPlaying ? playback.pause : playback.play}
        />
        <input
          type="range"
          className={styles.position}
          aria-label="Time of the run"
          aria-valuetext={time}
          min={0}
          max={totalMs}
          step="any"
          value={atMs}
          onChange={(event) => playback.seek(Number(event.target.value))}
        />
        <span className={styles.time}>{time}</span>
        <Select
          label="Speed"
          value={String(speed)}
          options={speeds}
          onChange={(value) => playback.setSpeed(Number(value))}
        />
        <IconButton
          size="small"
          side="top"
          label="Close playback"
          icon={<X size={15} aria-hidden />}
          onClick={onClose}
        />
      </div>
    </div>
  );
}
