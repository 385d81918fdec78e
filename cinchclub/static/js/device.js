// What a device may lack or refuse: a page works without any of it.

// What this device remembers between two pages; null where it keeps nothing.
export function recall(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

// Without a value, the device forgets what it remembered.
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing shows what was chosen until the page is left.
  }
}

// Keeps the screen on while the page is seen. A browser lets go of the lock whenever the page is hidden, and
// gives none outside HTTPS or on a battery that runs low.
export function keepScreenOn() {
  const ask = async () => {
    if (document.hidden) return;
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // The screen goes dark as it would without us.
    }
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}
