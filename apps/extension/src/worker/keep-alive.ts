import { browser } from "wxt/browser";

const alarmName = "webhand.tick";
const alarmMinutes = 0.5;
const keepAliveMs = 20_000;

/** Keeps the alarm that wakes a stopped worker while a run needs it. */
export async function setTickAlarm(isNeeded: boolean): Promise<void> {
	const alarm = await browser.alarms.get(alarmName);
	if (isNeeded && alarm === undefined) await browser.alarms.create(alarmName, { periodInMinutes: alarmMinutes });
	if (!isNeeded && alarm !== undefined) await browser.alarms.clear(alarmName);
}

/** Chrome stops a worker after 30 s without an API call, even one that waits for a reply. One call each 20 s prevents that. */
export async function withKeepAlive<T>(work: Promise<T>): Promise<T> {
	const timer = setInterval(() => void browser.runtime.getPlatformInfo(), keepAliveMs);
	try {
		return await work;
	} finally {
		clearInterval(timer);
	}
}
