const sign = "[$€£¥₽₹₩₺₴₪₫฿₱₿]";
const code = "(?:usd|eur|gbp|chf|rub|jpy|cny|inr|krw|sek|nok|dkk|pln|czk|huf|ron|try|uah|brl|mxn|cad|aud|nzd|zar|btc|eth|usdt|usdc)";
const word =
	"(?:ريال|درهم|دينار|रुपये|บาท|euros?|dollars?|pounds|francs?|franken|rubles?|rupees|yen|yuan|kr|zł|kč|ft|lei|руб(?:лей|ля|ль)?|грн)";
// Each figure is read from its first digit only: read from each of its digits again, a long one takes quadratic time.
const digits = "(?<!\\d[.,'’\\s]*)\\d(?:[\\d.,'’\\s]*\\d)?(?:[.,][-–—]+)?";

// Of two numbers beside each other the nearer one is the amount: "12:03 10 €" is ten euros.
const number = "(?<!\\d[.,'’]?)(?!(?<=\\d\\s)\\d{3}(?!\\d))\\d+(?:[.,'’]\\d+|\\s\\d{3}(?!\\d))*(?:[.,][-–—]+)?";

const amountOf = (figure: string) =>
	`(?:${sign}|(?<!\\p{L})(?:${code}|s?fr|kr|rs)\\.?)\\s?${figure}|${figure}\\s?(?:${sign}|(?:${code}|${word})(?!\\p{L})|р\\.|[円元원圆])`;
const amount = new RegExp(amountOf(digits), "iu");
const amounts = new RegExp(amountOf(number), "giu");

// "5k", "5 million", "1,5 Mio.": what stands there is a part of the amount.
const scale =
	"(?:[kmb]|\\s?(?:bn|mn|mio|mrd|mln|mld|tsd|mil|mila|mille|lakhs?|crores?|тыс|млн|млрд|[mb]illions?|trillions?|thousand|tausend|millionen|milliarden?|milliards?|mill(?:ón|ones)|milion[ei]|miliard[oi]|milh(?:ão|ões)|миллион\\p{L}*|миллиард\\p{L}*|тысяч\\p{L}*)\\.?)(?!\\p{L})|\\s?[万萬億亿千]";
const dollars = "(?<!\\p{L})(?:au?|ca?|can|hk|nz|sg?|nt|mx|r|rd|cl|co|ar|j|tt|bz)\\$";
const unclear = new RegExp(
	[
		`(?:${sign}|(?<!\\p{L})${code})\\s?${number}(?:${scale})`,
		`${number}(?:${scale})\\s?(?:${sign}|(?:${code}|${word})(?!\\p{L})|[円元원圆])`,
		`(?:${dollars}|(?<!\\p{L})(?!usd)${code}\\s?\\$)\\s?${number}`,
		`\\$\\s?${number}\\s?(?!usd)${code}(?!\\p{L})`,
	].join("|"),
	"giu",
);

/** Amounts of more than a number and a currency: `$5k`, `3 million €`, `A$20`, `$20 AUD`. `amountsIn` has a part of them. @throws never */
export function unclearAmountsIn(text: string): readonly string[] {
	return (plain(text).match(unclear) ?? []).map((found) => found.replaceAll(/\s/g, "").toLowerCase());
}

/** The first amount of money in a text, as written; undefined for none. @throws never */
export function amountIn(text: string): string | undefined {
	return amount.exec(plain(text))?.[0];
}

/** All amounts of money in a text, in order and without white space. @throws never */
export function amountsIn(text: string): readonly string[] {
	return (plain(text).match(amounts) ?? []).map((found) => found.replaceAll(/\s/g, "").toLowerCase());
}

const zeros = [..."٠۰०০๐"].map((zero) => zero.charCodeAt(0));

/** The text with Arabic, Devanagari and Thai digits as 0 to 9. */
function plain(text: string): string {
	return text.normalize("NFKC").replaceAll(/[٠-٩۰-۹०-९০-৯๐-๙]/g, (digit) => {
		const zero = zeros.findLast((one) => one <= digit.charCodeAt(0)) ?? 0;
		return String(digit.charCodeAt(0) - zero);
	});
}
