import type { ReactNode } from "react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "./provider.tsx";

export function mount(app: ReactNode): void {
	const root = document.getElementById("root");
	if (root === null) throw new Error("The page has no root element");
	createRoot(root).render(
		<StrictMode>
			<Provider>{app}</Provider>
		</StrictMode>,
	);
}
