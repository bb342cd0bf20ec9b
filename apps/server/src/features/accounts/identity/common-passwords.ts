/** Words that passwords are often made of, commonest first; written down here because the estimator brings none. */
export const COMMON_PASSWORD_WORDS: readonly string[] = `password 123456 qwerty 12345678 111111 123123 abc123
password1 iloveyou admin welcome letmein monkey dragon football baseball sunshine princess master login passw0rd
qwerty123 1q2w3e4r zaq12wsx qazwsx asdfgh zxcvbn 1qaz2wsx trustno1 superman batman shadow michael jennifer jordan
hunter hunter2 ranger buster soccer hockey killer george charlie andrew michelle daniel jessica ashley thomas robert
matthew joshua summer winter spring autumn january february march april may june july august september october november
december monday tuesday wednesday thursday friday saturday sunday secret hello freedom whatever starwars computer internet
cheese pepper ginger cookie flower orange banana apple purple yellow silver golden diamond chocolate coffee tigger
test testing guest user root default changeme temp temporary company business sales marketing office
london berlin paris america england germany google facebook linkedin microsoft windows samsung iphone nintendo pokemon
mustang ferrari porsche mercedes corvette yamaha harley chelsea arsenal liverpool barcelona juventus
love lover baby angel jesus christ heaven family mother father sister brother friend forever
access system server network database security private public manager director support service account customer
house home garden mountain river ocean forest sky star moon sun fire water earth wind rain snow
black white green blue red pink dog cat horse tiger lion eagle wolf bear snake spider dolphin
music guitar piano rock metal dance happy smile lucky magic power strong
correct horse battery staple data`.split(/\s+/);

const ROWS = [
  ['`~', '1!', '2@', '3#', '4$', '5%', '6^', '7&', '8*', '9(', '0)', '-_', '=+'],
  ['', 'qQ', 'wW', 'eE', 'rR', 'tT', 'yY', 'uU', 'iI', 'oO', 'pP', '[{', ']}', '\\|'],
  ['', 'aA', 'sS', 'dD', 'fF', 'gG', 'hH', 'jJ', 'kK', 'lL', ';:', '\'"'],
  ['', 'zZ', 'xX', 'cC', 'vV', 'bB', 'nN', 'mM', ',<', '.>', '/?'],
];

// Clockwise from the left neighbour; each row of keys sits half a key to the right of the row above it.
const NEIGHBOURS = [
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
  [1, 0],
  [1, -1],
] as const;

/** Which keys lie side by side on a US keyboard: for each character its six neighbours, null where there is none. */
export function keyboardNeighbours(): Record<string, (string | null)[]> {
  const keyAt = (row: number, column: number): string | null => ROWS[row]?.[column] || null;
  return Object.fromEntries(
    ROWS.flatMap((keys, row) =>
      keys.flatMap((key, column) =>
        key.split('').map((character) => [character, NEIGHBOURS.map(([down, right]) => keyAt(row + down, column + right))]),
      ),
    ),
  );
}
