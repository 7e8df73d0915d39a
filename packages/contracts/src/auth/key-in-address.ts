const key = /wh(?:k|rs?)(?:_|%5f)[\w-]{20}/i;

/** What is said of an API key in an address. */
export const keyInAddress =
	"An API key stands in the address, where others can read it. Revoke it, and send the next one in the header Authorization";

/** Does an API key stand in an address? @throws never */
export const holdsKey = (url: string): boolean => key.test(url);
