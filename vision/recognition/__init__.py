"""Patches and taught exemplars → readings: encoder, matching, calibration."""
