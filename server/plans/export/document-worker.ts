export { writeDocument as default } from './documents.ts';
