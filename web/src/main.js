import './lab/trusted-types.js';
import './lab/lab-page.js';
