import { deskDocument, type Frame } from '../desk-page.js';
import { glossary } from '../glossary.js';

/** Shows all words of the desk with their meaning. */
export function glossaryDocument(frame: Frame): string {
  const children = (
    <>
      <h1>What the words mean</h1>
      <dl class="facts">
        {Object.entries(glossary).map(([word, meaning]) => (
          <div>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
  return deskDocument({ ...frame, title: 'Words', children });
}
