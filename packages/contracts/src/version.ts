/** The version of Webhand; `npm run release` sets it here and in every package.json. */
export const version = "0.1.0";
