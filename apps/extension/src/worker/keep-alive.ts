import { browser } from "wxt/browser";

const alarmName = "webhand.tick";
const alarmMinutes = 0.5;
const dueAlarm = "webhand.due";
const keepAliveMs = 20_000;

/** Keeps the alarm that wakes a stopped worker while a run needs it. */
export async function setTickAlarm(isNeeded: boolean): Promise<void> {
	const alarm = await browser.alarms.get(alarmName);
	if (isNeeded && alarm === undefined) await browser.alarms.create(alarmName, { periodInMinutes: alarmMinutes });
	if (!isNeeded && alarm !== undefined) await browser.alarms.clear(alarmName);
}

/** Keeps the alarm that looks for runs which wait for a browser, each half minute while somebody is signed in. */
export async function setDueAlarm(isSignedIn: boolean): Promise<void> {
	const alarm = await browser.alarms.get(dueAlarm);
	if (isSignedIn && alarm === undefined) await browser.alarms.create(dueAlarm, { periodInMinutes: alarmMinutes });
	if (!isSignedIn && alarm !== undefined) await browser.alarms.clear(dueAlarm);
}

export const isDueAlarm = ({ name }: { readonly name: string }): boolean => name === dueAlarm;

/** Chrome stops a worker after 30 s without an API call, even one that waits for a reply. One call each 20 s prevents that. */
export async function withKeepAlive<T>(work: Promise<T>): Promise<T> {
	const timer = setInterval(() => void browser.runtime.getPlatformInfo(), keepAliveMs);
	try {
		return await work;
	} finally {
		clearInterval(timer);
	}
}
