const unit = String.raw`(?:s|secs?|seconds?|mins?|minutes?|h|hours?|sek(?:unden?)?|minuten|stunden?|secondes?|heures?|segundos?|minutos?|horas?|секунд\p{L}*|минут\p{L}*|час\p{L}*)`;
const ticking = new RegExp(
	[
		// A time of day or a countdown with seconds: one without them stands still from step to step, and may be what a stepper sets.
		String.raw`(?<!\d)\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?(?!\d)`,
		String.raw`(?<!\d)\d{1,4}\s?${unit}\s+(?:ago|left|remaining|to go|назад)(?!\p{L})`,
		String.raw`(?<!\p{L})(?:in|vor|noch|il y a|hace|há)\s+\d{1,4}\s?${unit}(?!\p{L})`,
	].join("|"),
	"giu",
);

/** A text without what runs by itself: clocks and countdowns with seconds, "5 minutes ago". @throws never */
export function withoutTicking(text: string): string {
	return /\d/.test(text) ? text.replaceAll(ticking, "") : text;
}

/** True when the only numbers of a text run by themselves. @throws never */
export function isTickingText(text: string): boolean {
	const still = withoutTicking(text);
	return still !== text && !/\d/.test(still);
}

// What tells of pages is short; sentences that speak of them are not searched, which keeps a long page cheap.
const longestPager = 60;
const pager =
	/(?<!\d)\d{1,6}\s?(?:[-–—]\s?\d{1,6}\s*)?(?:of|von|de|sur|di|из|\/)\s*\d{1,6}(?!\d)|(?<!\p{L})(?:page|seite|página|pagina|стр(?:аница)?\.?)\s*\d{1,6}(?!\d)/iu;

/** True for a text such as "page 3", "11–20 of 53": it tells one page of a list from the next. @throws never */
export function isPagerText(text: string): boolean {
	return text.length <= longestPager && pager.test(text);
}
