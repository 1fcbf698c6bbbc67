const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** A provision or its text as the gazette prints it: "art. 195^1" is "art. 195¹". */
export function provisionWords(text: string): string {
  return text.replace(/\^(\d+)/gu, (_, digits: string) =>
    [...digits].map((digit) => raised[Number(digit)]).join(''),
  );
}
