/**
 * Figures that a run reached before, by the name of their line: ratios where there is a peer. A run that is more than 25 % worse fails;
 * whoever makes one better writes it down here.
 */
export const stored: Readonly<Record<string, number>> = {
	"time to Playwright": 0.42,
	"tokens to Playwright": 0.38,
	"time to page-agent": 0.18,
	"tokens to page-agent": 0.85,
	"upload gzip p90": 15.4,
};
