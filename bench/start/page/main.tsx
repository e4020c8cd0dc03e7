// An empty window with React: the baseline for the studio's memory.
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<p>empty</p>);
