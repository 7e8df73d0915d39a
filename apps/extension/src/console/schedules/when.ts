import { schedulesText } from "./words.ts";

/** How a person says when: a preset with its parts, or cron itself. `day` counts from Monday, 0. */
export type When = {
	readonly preset: "weekdays" | "daily" | "weekly" | "monthly" | "hourly" | "cron";
	readonly time: string;
	readonly day: string;
	readonly monthDay: string;
	readonly minute: string;
	readonly cron: string;
};

const plain: When = { preset: "weekdays", time: "07:30", day: "0", monthDay: "1", minute: "0", cron: "30 7 * * 1-5" };

/** What the form begins with, or how it says an expression. @throws never */
export function whenOf(cron: string | undefined): When {
	if (cron === undefined) return plain;
	const [minute = "", hour = "", monthDay = "", month = "", day = ""] = cron.split(/\s+/);
	const isFixed = /^\d{1,2}$/.test(minute) && /^\d{1,2}$/.test(hour) && month === "*";
	const time = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
	const given = { ...plain, cron };
	if (isFixed && monthDay === "*" && day === "1-5") return { ...given, preset: "weekdays", time };
	if (isFixed && monthDay === "*" && day === "*") return { ...given, preset: "daily", time };
	if (isFixed && monthDay === "*" && /^[0-7]$/.test(day)) return { ...given, preset: "weekly", time, day: String((Number(day) + 6) % 7) };
	if (isFixed && day === "*" && /^\d{1,2}$/.test(monthDay)) return { ...given, preset: "monthly", time, monthDay };
	if (/^\d{1,2}$/.test(minute) && [hour, monthDay, month, day].every((part) => part === "*")) return { ...given, preset: "hourly", minute };
	return { ...given, preset: "cron" };
}

/** The expression of what a person said. @throws never */
export function cronOf({ preset, time, day, monthDay, minute, cron }: When): string {
	const [hours = "", minutes = ""] = time.trim().split(":");
	const at = `${trimmed(minutes)} ${trimmed(hours)}`;
	switch (preset) {
		case "weekdays":
			return `${at} * * 1-5`;
		case "daily":
			return `${at} * * *`;
		case "weekly":
			return `${at} * * ${(Number(day) + 1) % 7}`;
		case "monthly":
			return `${at} ${monthDay.trim()} * *`;
		case "hourly":
			return `${minute.trim()} * * * *`;
		case "cron":
			return cron.trim();
	}
}

/** The day of a moment on the clocks here, as a field of days has it. @throws never */
export function dayOf(time: string): string {
	const at = new Date(time);
	const two = (part: number) => String(part).padStart(2, "0");
	return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const trimmed = (part: string) => part.replace(/^0(?=\d)/, "");

/** An expression in words. @throws never */
export function whenWords(cron: string): string {
	const words = schedulesText.whenWords;
	const { preset, time, day, monthDay, minute } = whenOf(cron);
	switch (preset) {
		case "weekdays":
		case "daily":
			return words[preset](time);
		case "weekly":
			return words.weekly(schedulesText.days[Number(day)] ?? "", time);
		case "monthly":
			return words.monthly(Number(monthDay), time);
		case "hourly":
			return words.hourly(Number(minute));
		case "cron":
			return words.cron(cron);
	}
}
