import { clsx } from 'clsx';
import { useEffect, useRef } from 'react';
import { listboxProps, optionProps } from '../ui/a11y-props.ts';
import { openPage } from './documentation-store.ts';
import type { PageSearchResult, SearchHit } from './search-pages.ts';
import styles from './Documentation.module.css';

interface SearchHitsProps {
  readonly result: PageSearchResult;
  readonly activeIndex: number;
  readonly idBase: string;
}

export function SearchHits({ result: { hits, total }, activeIndex, idBase }: SearchHitsProps) {
  return (
    <div className={styles.body}>
      <p className={styles.count} role="status">
        {total === 0 ? 'Nothing found. Try other words.' : countText(hits.length, total)}
      </p>
      {hits.length === 0 ? null : (
        <div id={idBase} {...listboxProps('Results')}>
          {hits.map((hit, index) => (
            <HitRow
              key={`${hit.path}#${hit.anchor}`}
              id={hitId(idBase, index)}
              hit={hit}
              isActive={index === activeIndex}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface HitRowProps {
  readonly id: string;
  readonly hit: SearchHit;
  readonly isActive: boolean;
}

function HitRow({ id, hit, isActive }: HitRowProps) {
  const row = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={row}
      type="button"
      id={id}
      {...optionProps(isActive, false)}
      className={clsx(styles.row, isActive && styles.active)}
      // The focus stays in the search field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => openHit(hit)}
    >
      <span className={styles.hitTitle}>
        {hit.pageTitle}
        {hit.sectionTitle === null ? null : <span> › {hit.sectionTitle}</span>}
      </span>
      <span className={styles.excerpt}>{hit.excerpt}</span>
    </button>
  );
}

export function hitId(idBase: string, index: number): string {
  return `${idBase}-${index}`;
}

export function openHit({ path, sectionTitle, anchor }: SearchHit): void {
  openPage({ path, anchor: sectionTitle === null ? null : anchor });
}

function countText(count: number, total: number): string {
  if (count < total) return `The best ${count} of ${total} sections`;
  return total === 1 ? '1 section' : `${total} sections`;
}
