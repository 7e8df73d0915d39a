import type { ReactNode } from "react";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

export function mount(app: ReactNode): void {
	const root = document.getElementById("root");
	if (root === null) throw new Error("The page has no root element");
	createRoot(root).render(<StrictMode>{app}</StrictMode>);
}
