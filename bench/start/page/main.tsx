// An empty window with React in it: what the studio's memory is compared with.
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<p>empty</p>);
