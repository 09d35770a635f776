"""Tests of the notation of the Star Wars TCG."""
