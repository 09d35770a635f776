"""Many real games at once over the wire: throughput, latency, cost."""
