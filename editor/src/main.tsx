import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element for the editor.');
createRoot(root).render(<h1>Frameworks</h1>);
