/** A closed set: ASCII, the signs of prices, and the letters of Yoruba, Igbo, Hausa and their neighbours, alone and with their tones. */
const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 32 + at));
const signs = '\u00A0₦×·•…–—−‘’“”€£₵™©®°';
const letters = 'àáâãäèéêëìíîïòóôõöùúûüçñńǹḿẹọṣịụṅɓɗƙƴßÀÁÂÃÄÈÉÊËÌÍÎÏÒÓÔÕÖÙÚÛÜÇÑŃǸḾẸỌṢỊỤṄƁƊƘƳ';
const withTones = ['ẹ', 'ọ', 'ị', 'ụ', 'Ẹ', 'Ọ', 'Ị', 'Ụ', 'm', 'n', 'M', 'N'].flatMap((letter) => [
  `${letter}\u0300`,
  `${letter}\u0301`,
  `${letter}\u0304`,
]);
/** Letters that a font draws as one. */
const joined = ['ff', 'fi', 'fl', 'ffi', 'ffl'];

/** The letters of nearly every paper. Each face of a paper has all of them, as a part of a font that is made once. */
export const usualLetters: readonly string[] = [
  ...Array.from(ascii + signs + letters),
  ...withTones,
  ...joined,
];
