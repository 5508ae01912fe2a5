import { getMetadataStorage, IsInt, IsString, validateSync } from 'class-validator';
import { expect, it } from 'vitest';
import { rememberRules } from '../../../src/http/remembered-rules.js';

class Parent {
  @IsString() name: unknown = 1;
}
class Child extends Parent {
  @IsInt() age: unknown = 'x';
}
class Grouped {
  @IsInt({ groups: ['a'] }) one: unknown = 'x';
  @IsInt({ groups: ['b'] }) other: unknown = 'x';
}

const broken = (dto: object, groups: string[] = []) =>
  validateSync(dto, { groups }).map(({ property }) => property);

it('finds the same rules as before, at the first time and ever after', () => {
  const storage = getMetadataStorage();
  const gather = storage.getTargetValidationMetadatas.bind(storage);
  rememberRules(storage);
  for (let time = 0; time < 3; time += 1) {
    expect(broken(new Child()).sort()).toEqual(['age', 'name']);
    expect(broken(new Parent())).toEqual(['name']);
    expect(broken(new Grouped(), ['a'])).toEqual(['one']);
    expect(broken(new Grouped(), ['b'])).toEqual(['other']);
  }
  const remembered = storage.getTargetValidationMetadatas(Child, '', false, false);
  expect(remembered).toEqual(gather(Child, '', false, false));
  expect(storage.getTargetValidationMetadatas(Child, '', false, false)).toBe(remembered);
});
