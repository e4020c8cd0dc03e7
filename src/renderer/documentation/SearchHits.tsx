import { useDeferredValue, useMemo } from 'react';
import { openPage } from './documentation-store.ts';
import { allPages } from './read-page.ts';
import { searchPages } from './search-pages.ts';
import styles from './Documentation.module.css';

/** The sections that have all words of a search. */
export function SearchHits({ search }: { readonly search: string }) {
  const deferred = useDeferredValue(search);
  const hits = useMemo(() => searchPages(allPages(), deferred), [deferred]);
  return (
    <div className={styles.body}>
      <p className={styles.count} role="status">
        {hits.length === 0 ? 'Nothing found. Try fewer or other words.' : countText(hits.length)}
      </p>
      <ul className={styles.hits}>
        {hits.map(({ path, pageTitle, sectionTitle, anchor, excerpt }) => (
          <li key={`${path}#${anchor}`}>
            <button
              type="button"
              className={styles.row}
              onClick={() => openPage({ path, anchor: sectionTitle === null ? null : anchor })}
            >
              <span className={styles.hitTitle}>
                {pageTitle}
                {sectionTitle === null ? null : <span> › {sectionTitle}</span>}
              </span>
              <span className={styles.excerpt}>{excerpt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function countText(count: number): string {
  return count === 1 ? '1 section' : `${count} sections`;
}
