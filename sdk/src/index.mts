// For `import`. One copy of the code for both: an error that one part of a program throws is an instance of the class
// that another part has required.
export * from './index.js';
