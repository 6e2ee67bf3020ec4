import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClients } from './api/clients';
import { loadConfig } from './api/config';
import { Console } from './app/console';
import { screenAt } from './app/screens';
import { applyTheme, currentTheme } from './app/theme';
import { Failure } from './design/feedback';
import './design/tokens.css';
import './design/base.css';
import './design/design.css';

applyTheme(currentTheme());
const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element for the console');
const root = createRoot(element);
// The code of the screen comes beside the configuration, not after it.
screenAt(location.pathname)?.component.preload();
loadConfig().then(
  (config) =>
    root.render(
      <StrictMode>
        <Console clients={createClients(config)} />
      </StrictMode>,
    ),
  (error: unknown) => root.render(<Failure error={error} retry={() => location.reload()} />),
);
