import './lab/lab-page.js';
