import { openPage } from './documentation-store.ts';
import { pageGroups } from './pages.ts';
import styles from './Documentation.module.css';

export function Contents() {
  return (
    <nav className={styles.body} aria-label="Contents">
      {pageGroups.map(({ title, pages }) => (
        <section key={title} className={styles.group}>
          <h3>{title}</h3>
          <ul>
            {pages.map((page) => (
              <li key={page.path}>
                <button
                  type="button"
                  className={styles.row}
                  onClick={() => openPage({ path: page.path, anchor: null })}
                >
                  {page.title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}
